/** Loads the code for writes with the first write. */
const kept = () => import('./keepAnswer.ts');

/** Stores an answer of a service. Never rejects. */
export const keepAnswer: typeof import('./keepAnswer.ts').keepAnswer = async (...given) =>
  (await kept()).keepAnswer(...given);

/** Stores that, by the service's answer, exactly these records stand for a host. */
export const keepHost: typeof import('./keepAnswer.ts').keepHost = async (...given) =>
  (await kept()).keepHost(...given);

/** Moves a list to the account of a new key at the same address. */
export const moveRecords: typeof import('./keepAnswer.ts').moveRecords = async (...given) =>
  (await kept()).moveRecords(...given);

/** Stores whether the searches of an account's service ignore case. */
export const keepIgnoresCase: typeof import('./keepAnswer.ts').keepIgnoresCase = async (...given) =>
  (await kept()).keepIgnoresCase(...given);

/** Forgets a website that the service no longer has, by its id, and announces it to the pages. */
export const dropWebsite: typeof import('./keepAnswer.ts').dropWebsite = async (...given) =>
  (await kept()).dropWebsite(...given);

/** Forgets a project that the service no longer has, and announces it to the pages. */
export const dropProject: typeof import('./keepAnswer.ts').dropProject = async (...given) =>
  (await kept()).dropProject(...given);
