/** The pause in typing after which the typed text is used, in ms. */
export const TYPING_PAUSE_MS = 120;
/** The pause after which a change counts as finished, in ms. */
export const FINISHED_MS = 700;
