/** Evaluated once something is to be stored. */
const kept = () => import('./keepAnswer.ts');

/** Stores what a service has answered. Never rejects. */
export const keepAnswer: typeof import('./keepAnswer.ts').keepAnswer = async (...given) =>
  (await kept()).keepAnswer(...given);

/** A service has said which records stand for a host, and that these are all. */
export const keepHost: typeof import('./keepAnswer.ts').keepHost = async (...given) =>
  (await kept()).keepHost(...given);

/** Gives a list of an account to the account that a new key at the same address belongs to. */
export const moveRecords: typeof import('./keepAnswer.ts').moveRecords = async (...given) =>
  (await kept()).moveRecords(...given);

/** Stores whether searches ignore case. */
export const keepIgnoresCase: typeof import('./keepAnswer.ts').keepIgnoresCase = async (...given) =>
  (await kept()).keepIgnoresCase(...given);

/** Forgets a website that the service no longer has, by its id, and announces it to the pages. */
export const dropWebsite: typeof import('./keepAnswer.ts').dropWebsite = async (...given) =>
  (await kept()).dropWebsite(...given);

/** Forgets a project that the service no longer has, and announces it to the pages. */
export const dropProject: typeof import('./keepAnswer.ts').dropProject = async (...given) =>
  (await kept()).dropProject(...given);
