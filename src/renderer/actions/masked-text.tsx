/** Draws a text with its redaction marks highlighted. */
import styles from './corrected-request.module.css';

const MARK = /(\[(?:redacted|guest (?:name|message|data)|mail address|phone number)\])/;

export function MaskedText({ text }: { text: string }) {
  return text.split(MARK).map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
