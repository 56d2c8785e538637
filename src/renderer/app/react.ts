/**
 * Evaluates React in the file that holds it. Where an inspector is attached, each error that React creates for itself makes the engine
 * parse every file on the stack once more, so the file of the first page must not be among them.
 */
import 'react-dom/client';
