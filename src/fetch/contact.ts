/** The SEC requires a name or company and an e-mail address in every request. */

const CONTACT = /^[\x20-\x7e]{0,150}[^\s@()]+@[^\s@()]+\.[^\s@().]{2,}[\x20-\x7e]{0,40}$/;

/** Throws with an example if the text is not a contact. */
export function checkContact(text: string | undefined): string {
  const contact = text?.trim() ?? '';
  if (contact === '')
    throw new Error(
      'the SEC requires a declared contact: give your own e-mail address, such as --contact you@example.org, or PANSCREEN_CONTACT',
    );
  if (!CONTACT.test(contact))
    throw new Error(`${JSON.stringify(contact)} contains no e-mail address: --contact "Jane Doe jane@example.org"`);
  return contact;
}
