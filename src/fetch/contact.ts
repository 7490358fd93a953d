/** Who asks: the SEC wants a name or company and an address for mail in every request. */

const CONTACT = /^[\x20-\x7e]{0,150}[^\s@()]+@[^\s@()]+\.[^\s@().]{2,}[\x20-\x7e]{0,40}$/;

/** Throws, saying what is expected, when a text is no contact. */
export function checkContact(text: string | undefined): string {
  const contact = text?.trim() ?? '';
  if (contact === '')
    throw new Error(
      'the SEC asks for a declared contact: give your own address for mail, such as --contact you@example.org, or PANSCREEN_CONTACT',
    );
  if (!CONTACT.test(contact))
    throw new Error(`${JSON.stringify(contact)} holds no address for mail: --contact "Jane Doe jane@example.org"`);
  return contact;
}
