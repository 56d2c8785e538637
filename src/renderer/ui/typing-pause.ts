/** The pause in typing after which the typed text is used, in ms. */
export const TYPING_PAUSE_MS = 120;
