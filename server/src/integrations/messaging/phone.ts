import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A phone number as +91…; a number without a country is Indian. Undefined where it is none. */
export function normalisePhone(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text, 'IN');
  return phone?.isValid() ? phone.number : undefined;
}
