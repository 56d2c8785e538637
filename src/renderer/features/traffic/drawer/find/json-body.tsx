/** A body that is JSON, as a tree in which a person can search. */
import { useCallback, useMemo } from 'react';
import type { Json } from '../../../../../shared/model/primitives.ts';
import { JsonView } from '../../../../actions/json-view.tsx';
import { findInJson, literalPattern } from '../../../../ui/json-find.ts';
import { pathText } from '../../../../ui/json-path.ts';
import { FindBar, FindButton } from './find-bar.tsx';
import { useBodyFind } from './use-body-find.ts';

export function JsonBody({ value, label }: { value: Json; label: string }) {
  const find = useBodyFind(useCallback((text: string) => findInJson(value, text), [value]));
  const { searched, current } = find;
  const inTree = useMemo(
    () => (searched === '' ? null : { pattern: literalPattern(searched), current }),
    [searched, current],
  );
  return (
    <>
      {find.opened > 0 ? <FindBar find={find} path={current ? pathText(current.steps) : null} /> : null}
      <JsonView value={value} label={label} maxHeight="46dvh" find={inTree} actions={<FindButton find={find} />} />
    </>
  );
}
