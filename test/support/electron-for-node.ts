/** Set-up of the tests whose modules Node loads by itself: who imports `electron` gets its stand-in. The hook is registered once per process. */
import './electron-hook.ts';
