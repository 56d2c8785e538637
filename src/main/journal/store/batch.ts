/** The number of exchanges that the journal writes or deletes in one transaction. It is small, so that queries do not wait long. */
export const BATCH = 100;
