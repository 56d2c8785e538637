/** Shows the path of the file that an export has written, for copying. The paragraph is empty before the export. */
import { CopyButton } from './copy-button.tsx';
import styles from './written-file.module.css';

/** Shows a written file. `file.what` is its content, such as “12 cases”. */
export function WrittenFile({ file }: { file: { readonly what: string; readonly path: string } | null }) {
  return (
    <p className={styles.written} role="status">
      {file ? (
        <>
          {`${file.what} written to `}
          <span className="lk-mono">{file.path}</span>
          <CopyButton text={file.path} label="Copy the path" size="xs" />
        </>
      ) : null}
    </p>
  );
}
