const message = 'A mutation operation was attempted on a database that did not allow mutations.';

/** What Firefox has in place of databases in a private window, or where it never remembers history. */
export const noDatabase = {
  open: () => {
    throw new DOMException(message, 'InvalidStateError');
  },
} as never;
