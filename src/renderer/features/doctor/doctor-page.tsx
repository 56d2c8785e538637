/** The Doctor page: groups of similar failures, each with its possible causes and their evidence. */
import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { isAppError } from '../../../shared/app-error.ts';
import { CAUSE_CLASS_NAMES, CAUSE_CLASSES, type CauseClass, causeClassOf } from '../../../shared/doctor/cause-class.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type { FailureGroup } from '../../../shared/model/failure-group.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { call, useAsk } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant, formatNumber } from '../../text/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconShieldCheck, IconStethoscope } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useIdle } from '../../ui/use-idle.ts';
import styles from './doctor.module.css';
import { DoctorTabs } from './doctor-tabs.tsx';
import { FailureCard } from './failure-card.tsx';
import { useAreVerdictsHidden } from './training/use-practice.ts';

/** The number of cards that fill a window. */
const FIRST_CARDS = 4;

export function DoctorPage() {
  const connection = useConnection();
  const { exchangeId } = useSearch({ from: '/doctor' });
  // During an exercise, the classes of causes would reveal its answer.
  const isVeiled = useAreVerdictsHidden('console');
  const [chosen, setChosen] = useState<readonly CauseClass[]>([]);
  const { groups, hasMore, readTo, isLoading, isReadingMore, error, readMore } = useFailures(connection.id);
  const isListed = exchangeId === undefined || groups.some((group) => group.exchangeId === exchangeId);
  const linked = useAsk('doctor', 'failure', { exchangeId: exchangeId ?? '' }, { enabled: !isListed && !isLoading });
  const isFiltered = !isVeiled && chosen.length > 0;
  const isShown = (group: FailureGroup) => !isFiltered || chosen.includes(classOf(group));
  const shown = groups.filter(isShown);
  const all = linked.data && !isListed ? [linked.data, ...shown] : shown;
  // The other cards are drawn together after the first paint, unless a link leads to one of them.
  const isWhole = useDeferredValue(useIdle()) || exchangeId !== undefined;
  return (
    <>
      <PageHeader title="Doctor" description="What failed, newest first, and the known causes that fit it." />
      <DoctorTabs />
      <p className={styles.promise}>
        <IconShieldCheck size={17} aria-hidden />
        Opening this page uses no token: Doctor reads recorded exchanges and sends nothing.
      </p>
      <p className="lk-unseen" role="status">
        {isLoading ? '' : summaryText(groups)}
      </p>
      {error ? <ErrorNotice error={error} /> : null}
      {linked.error && !isListed ? (
        isAppError(linked.error, 'notFound') ? (
          <p className={styles.older}>This exchange is no longer kept. The latest failures are shown instead.</p>
        ) : (
          <ErrorNotice error={linked.error} onRetry={() => void linked.refetch()} />
        )
      ) : null}
      {isVeiled ? null : <ClassChips groups={groups} chosen={chosen} onChoose={setChosen} />}
      {isLoading || error ? null : all.length === 0 ? (
        <Nothing hasFilter={isFiltered && groups.length > 0} hasMore={hasMore} onClear={() => setChosen([])} />
      ) : (
        <Stack gap="md">
          {(isWhole ? all : all.slice(0, FIRST_CARDS)).map((group, index) => (
            <FailureCard
              key={group.key}
              failure={group}
              credentialLabel={labelOf(connection, group.credentialId)}
              linked={group.exchangeId === exchangeId}
              opened={index === 0}
            />
          ))}
        </Stack>
      )}
      {hasMore ? (
        <Group mt="md" gap="md">
          <Button loading={isReadingMore} onClick={() => readMore(isShown)}>
            {isFiltered ? 'Look further back' : 'Show earlier failures'}
          </Button>
          {readTo === null ? null : (
            <span className={styles.dim}>
              Read back to {formatInstant(readTo)}; the numbers above count what is read.
            </span>
          )}
        </Group>
      ) : null}
    </>
  );
}

/** The largest number of pages that one click reads while a filter is chosen. A page covers about 1,000 failures. */
const MAX_PAGES = 5;

/** The failure groups read so far. `readMore` reads on until one satisfies `isShown`, the journal ends, or it has read `MAX_PAGES`. */
function useFailures(connectionId: string) {
  const { data, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['doctor', 'failures', connectionId],
    queryFn: ({ pageParam }) => call('doctor', 'failures', { connectionId, before: pageParam, only: null }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const groupsOf = (pages: typeof data) => mergedGroups(pages?.pages.map(({ groups }) => groups) ?? []);
  const readMore = async (isShown: (group: FailureGroup) => boolean): Promise<void> => {
    const count = (pages: typeof data) => groupsOf(pages).filter(isShown).length;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const read = await fetchNextPage();
      if (!read.hasNextPage || read.isError || count(read.data) > count(data)) return;
    }
  };
  return {
    groups: groupsOf(data),
    readTo: data?.pages.at(-1)?.readTo ?? null,
    hasMore: hasNextPage,
    isLoading: isPending,
    isReadingMore: isFetchingNextPage,
    error,
    readMore,
  };
}

interface ClassChipsProps {
  groups: readonly FailureGroup[];
  chosen: readonly CauseClass[];
  onChoose: (classes: readonly CauseClass[]) => void;
}

/** A filter chip for each class of causes that occurs, with its count. When none is chosen, all failures are shown. */
function ClassChips({ groups, chosen, onChoose }: ClassChipsProps) {
  const counts = new Map(CAUSE_CLASSES.map((one) => [one, groups.filter((group) => classOf(group) === one).length]));
  const present = CAUSE_CLASSES.filter((one) => (counts.get(one) ?? 0) > 0 || chosen.includes(one));
  if (present.length < 2 && chosen.length === 0) return null;
  return (
    <Group component="fieldset" gap={6} className={styles.classes ?? ''}>
      <legend className="lk-unseen">Filter by kind of cause</legend>
      {present.map((one) => (
        <Button
          key={one}
          size="compact-sm"
          variant={chosen.includes(one) ? 'light' : 'default'}
          aria-pressed={chosen.includes(one)}
          onClick={() => onChoose(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])}
        >
          {CAUSE_CLASS_NAMES[one]} {formatNumber(counts.get(one) ?? 0)}
        </Button>
      ))}
    </Group>
  );
}

function Nothing({ hasFilter, hasMore, onClear }: { hasFilter: boolean; hasMore: boolean; onClear: () => void }) {
  if (hasFilter)
    return (
      <EmptyState
        icon={<IconStethoscope size={28} />}
        title="No such failure"
        action={
          <Button size="sm" onClick={onClear}>
            Show all failures
          </Button>
        }
      >
        <p className={styles.calm}>
          {hasMore
            ? 'None of the failures read so far has a cause of this kind. Older ones are not read yet.'
            : 'No failure on record has a cause of this kind.'}
        </p>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<IconStethoscope size={28} />}
      title="Nothing to diagnose"
      action={
        <PageLink to="/traffic" size="sm">
          See all traffic
        </PageLink>
      }
    >
      <p className={styles.calm}>
        No recorded request failed. After a failure, Doctor checks the known causes against the facts: the Bearer
        prefix, the token’s age and scope, the addresses, what the same token and other applications could access before
        and after, and, for bookings, the activation steps.
      </p>
      <p className={styles.calm}>
        After a 403, the app never requests another token: a new one would be refused as well.
      </p>
    </EmptyState>
  );
}

/** The summary: "2 kinds of failures; 1 not worked since." */
function summaryText(groups: readonly FailureGroup[]): string {
  if (groups.length === 0) return 'No failures recorded.';
  const open = groups.filter(({ settled }) => !settled).length;
  const kinds = formatCount(groups.length, 'kind of failure', 'kinds of failures');
  return open === 0 ? `${kinds}; all have worked again since.` : `${kinds}; ${formatNumber(open)} not worked since.`;
}

/** The label of an application; null for the Open API's credential, which needs none, and for a removed application. */
const labelOf = (connection: Connection, credentialId: string | null): string | null =>
  connection.applications.find((application) => application.id === credentialId)?.label ?? null;

/** Merges the groups of pages, the newest page first. Groups with the same key become one, which has the diagnosis of the newest failure. */
function mergedGroups(pages: readonly (readonly FailureGroup[])[]): FailureGroup[] {
  const merged = new Map<string, FailureGroup>();
  for (const group of pages.flat()) {
    const newer = merged.get(group.key);
    if (!newer) merged.set(group.key, group);
    else
      merged.set(group.key, {
        ...newer,
        count: newer.count + group.count,
        firstAt: Math.min(newer.firstAt, group.firstAt),
      });
  }
  return [...merged.values()];
}

/** The class of the most likely cause; `unknown` when the diagnosis names none. */
function classOf({ diagnosis: { outcome, verdicts } }: FailureGroup): CauseClass {
  return outcome === 'verdict' ? causeClassOf(verdicts[0]?.cause ?? 'notEnough') : 'unknown';
}
