/** A field for a line of the offer in the owner's words, with the texts that the owner saved for it. */
import { Button, Group, Menu, Popover, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { OfferLanguage, SavedText } from '../../../shared/model/offer.ts';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import styles from './offers.module.css';

interface Props {
  kind: SavedText['kind'];
  label: string;
  placeholder: string;
  language: OfferLanguage;
  value: string;
  onChange: (text: string) => void;
}

export function OwnText({ kind, label, placeholder, language, value, onChange }: Props) {
  const client = useQueryClient();
  const onSuccess = (texts: SavedText[]) => client.setQueryData(keyOf('offers', 'texts', null), texts);
  const save = useAct('offers', 'saveText', { onSuccess });
  const remove = useAct('offers', 'removeText', { onSuccess });
  const known = useAsk('offers', 'texts', null).data ?? [];
  const texts = known.filter((one) => one.kind === kind && one.language === language);
  const [isNaming, setIsNaming] = useState(false);
  const [name, setName] = useState('');
  const text = value.trim();
  const submit = () => {
    if (name.trim() === '' || text === '') return;
    save.mutate({ name: name.trim(), kind, language, text });
    setIsNaming(false);
    setName('');
  };
  return (
    <div>
      <Textarea
        label={label}
        placeholder={placeholder}
        rows={2}
        maxLength={MAX_CHARACTERS.line}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap={4} className={styles.texts ?? ''}>
        {texts.length > 0 ? (
          <Menu position="bottom-start">
            <Menu.Target>
              <Button size="compact-xs" variant="subtle" aria-label={`Saved texts for the ${label.toLowerCase()}`}>
                Saved texts
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {texts.map((one) => (
                <Menu.Item key={one.name} onClick={() => onChange(one.text)}>
                  {one.name}
                </Menu.Item>
              ))}
              <Menu.Divider />
              {texts.map((one) => (
                <Menu.Item key={`delete ${one.name}`} onClick={() => remove.mutate({ name: one.name, kind, language })}>
                  Delete “{one.name}”
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
        {text === '' || texts.some((one) => one.text === text) ? null : (
          <Popover opened={isNaming} onChange={setIsNaming} trapFocus position="bottom-start">
            <Popover.Target>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Save the ${label.toLowerCase()} for other offers`}
                onClick={() => setIsNaming(true)}
              >
                Save this text
              </Button>
            </Popover.Target>
            <Popover.Dropdown>
              <TextInput
                label="Name of this text"
                data-autofocus
                maxLength={MAX_CHARACTERS.label}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') submit();
                }}
              />
              <Button mt="xs" size="compact-sm" variant="filled" disabled={name.trim() === ''} onClick={submit}>
                Save
              </Button>
            </Popover.Dropdown>
          </Popover>
        )}
      </Group>
    </div>
  );
}
