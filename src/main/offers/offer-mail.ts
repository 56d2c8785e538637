/** Writes an offer as a mail draft (RFC 5322, MIME) with text, HTML and embedded pictures. Mail programs open it as unsent. */
import type MailComposer from 'nodemailer/lib/mail-composer';
import type { OfferDocument } from '../../shared/model/offer.ts';
import { mailHtml } from './offer-html.ts';
import { textOf } from './offer-text.ts';

const DATA = /^data:(image\/[a-z+]+);base64,(.*)$/;

export interface MailParts {
  readonly offer: OfferDocument;
  /** The recipient; empty for a draft without one. */
  readonly to: { readonly name: string; readonly address: string };
  readonly date: number;
}

/** Writes a mail. Rejects a part that names a file or an address instead of giving its content. */
export async function writeMail(parts: ConstructorParameters<typeof MailComposer>[0]): Promise<Uint8Array> {
  const { default: Composer } = await import('nodemailer/lib/mail-composer');
  return new Composer({ ...parts, disableFileAccess: true, disableUrlAccess: true }).compile().build();
}

export async function mailOf({ offer, to, date }: MailParts): Promise<Uint8Array> {
  const attachments: { cid: string; contentType: string; content: Buffer; contentDisposition: 'inline' }[] = [];
  const byCid = (src: string | null): string | null => {
    const [, contentType, data] = DATA.exec(src ?? '') ?? [];
    if (contentType === undefined || data === undefined) return null;
    const cid = `picture-${attachments.length + 1}@offer`;
    attachments.push({ cid, contentType, content: Buffer.from(data, 'base64'), contentDisposition: 'inline' });
    return `cid:${cid}`;
  };
  const shown: OfferDocument = {
    ...offer,
    logo: byCid(offer.logo),
    places: offer.places.map((place) => ({ ...place, picture: byCid(place.picture) })),
  };
  return writeMail({
    ...(to.address === '' ? {} : { to: { name: to.name, address: to.address } }),
    subject: offer.subject,
    text: textOf(offer),
    html: mailHtml(shown),
    attachments,
    date: new Date(date),
    // Makes Outlook open a draft instead of a received mail.
    headers: { 'X-Unsent': '1' },
  });
}
