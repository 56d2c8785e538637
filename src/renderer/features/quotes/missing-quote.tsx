/** The page of a quote that the console does not have, with a button that reads it from the service. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { act, quietly } from '../../ipc/client.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconReceiptOff } from '../../ui/icons.ts';
import styles from './quotes.module.css';

export function MissingQuote({ connectionId, quoteId }: { connectionId: string; quoteId: string }) {
  const read = useMutation(quietly(act('quotes', 'fetch')));
  return (
    <div className={styles.panel}>
      <EmptyState
        icon={<IconReceiptOff size={30} />}
        title="This quote is not on the list"
        action={
          <Button
            variant="default"
            loading={read.isPending}
            onClick={() => read.mutate({ connectionId, quoteId, applicationId: null })}
          >
            Read it from the service
          </Button>
        }
      >
        <span className="lk-mono">{quoteId}</span>
      </EmptyState>
      {read.error ? <ErrorNotice error={read.error} /> : null}
    </div>
  );
}
