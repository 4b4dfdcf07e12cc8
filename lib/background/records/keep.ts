/** Loads the code for storing answers on demand. */
const kept = () => import('./keepAnswer.ts');

/** Stores the records in a service's answer. Never rejects. */
export const keepAnswer: typeof import('./keepAnswer.ts').keepAnswer = async (...given) =>
  (await kept()).keepAnswer(...given);

/** Stores that a host has exactly these records, according to the service. */
export const keepHost: typeof import('./keepAnswer.ts').keepHost = async (...given) =>
  (await kept()).keepHost(...given);

/** Moves the stored list of one account to another, after the key for the same address was replaced. */
export const moveRecords: typeof import('./keepAnswer.ts').moveRecords = async (...given) =>
  (await kept()).moveRecords(...given);

/** Stores whether a search at an account's service ignores upper and lower case. */
export const keepIgnoresCase: typeof import('./keepAnswer.ts').keepIgnoresCase = async (...given) =>
  (await kept()).keepIgnoresCase(...given);

/** Removes from the store a website that the service no longer has, and announces that to the pages. */
export const dropWebsite: typeof import('./keepAnswer.ts').dropWebsite = async (...given) =>
  (await kept()).dropWebsite(...given);

/** Removes from the store a project that the service no longer has, and announces that to the pages. */
export const dropProject: typeof import('./keepAnswer.ts').dropProject = async (...given) =>
  (await kept()).dropProject(...given);
