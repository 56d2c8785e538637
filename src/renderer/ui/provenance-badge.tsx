/** A badge with the provenance of a value (service.md explains the marks). */
import { Tooltip } from '@mantine/core';
import type { Provenance } from '../../shared/model/primitives.ts';
import { IconBook2, IconEye, IconFileCertificate, IconRadar2, IconUserEdit } from './icons.ts';
import { Tag, type Tone } from './tag.tsx';

const KINDS: Record<Provenance, { title: string; tone: Tone; Icon: typeof IconEye; meaning: string }> = {
  spec: {
    title: 'Specified',
    tone: 'good',
    Icon: IconFileCertificate,
    meaning: 'Stated in the interface specification.',
  },
  documented: { title: 'Documented', tone: 'info', Icon: IconBook2, meaning: 'From public documentation.' },
  observed: {
    title: 'Observed',
    tone: 'accent',
    Icon: IconEye,
    meaning: 'Observed in public client code, or inferred.',
  },
  found: {
    title: 'Found',
    tone: 'good',
    Icon: IconRadar2,
    meaning: 'Found by the app: it answered where another path answered 404.',
  },
  yours: { title: 'Yours', tone: 'muted', Icon: IconUserEdit, meaning: 'Entered or changed by you.' },
};

export function ProvenanceBadge({ provenance, remark }: { provenance: Provenance; remark?: string | undefined }) {
  const { title, tone, Icon, meaning } = KINDS[provenance];
  return (
    <Tooltip
      label={remark ? `${meaning} ${remark}` : meaning}
      multiline
      maw={360}
      events={{ hover: true, focus: true, touch: true }}
    >
      <button type="button" className="lk-bare" aria-label={`${title}. ${meaning}${remark ? ` ${remark}` : ''}`}>
        <Tag tone={tone} icon={<Icon size={13} stroke={2} aria-hidden />}>
          {title}
        </Tag>
      </button>
    </Tooltip>
  );
}
