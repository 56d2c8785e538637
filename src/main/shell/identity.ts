/** Identifies the installed application to Windows, so that its shortcut and its window count as one program. */
import owner from '../../../resources/owner.json' with { type: 'json' };

/** The `appId` that the installer writes into the shortcut. */
export const APP_ID = owner.appId;

/** The COM class that a clicked notification starts. Never change it, because notifications on the screen refer to it. */
export const TOAST_ACTIVATOR = '{A7796A73-486F-459C-A80B-AC421739A4B3}';
