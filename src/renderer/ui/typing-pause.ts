/** The pause in typing after which the typed text is used, in ms. */
export const TYPING_PAUSE_MS = 120;
/** The pause after which a person has finished changing something, in ms. */
export const FINISHED_MS = 700;
