/** The names by which Windows knows the installed application: without them, its shortcut and its running window would be two programs. */
import owner from '../../../resources/owner.json' with { type: 'json' };

/** The installer's `appId`; it writes it into the shortcut. */
export const APP_ID = owner.appId;

/** The COM class that a clicked notification starts; the same at every start, so that an old notification still finds it. */
export const TOAST_ACTIVATOR = '{A7796A73-486F-459C-A80B-AC421739A4B3}';
