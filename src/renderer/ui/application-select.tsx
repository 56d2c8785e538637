/** Chooses one of the applications of a connection. */
import type { SelectProps } from '@mantine/core';
import type { Credential } from '../../shared/model/connection.ts';
import { Select } from './select.tsx';

interface Props extends Omit<SelectProps, 'data' | 'allowDeselect'> {
  applications: readonly Pick<Credential, 'id' | 'label'>[];
}

export const ApplicationSelect = ({ applications, ...select }: Props) => (
  <Select {...select} data={applications.map(({ id, label }) => ({ value: id, label }))} allowDeselect={false} />
);
