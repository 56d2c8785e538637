/** The number of exchanges that the journal writes or deletes in one transaction; a larger one would delay queries. */
export const BATCH = 100;
