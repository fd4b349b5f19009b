/** As the server writes it into the page: whoever looks from elsewhere sees the days of the business, not those of their own clock. */
const { timeZone, currency, brand, phone, mark: logo } = document.documentElement.dataset;
if (timeZone === undefined || currency === undefined || brand === undefined)
  throw new Error('The page does not name its time zone, currency and brand.');

/** IANA. */
export const businessTimeZone = timeZone;
/** ISO 4217; of amounts that name no other. */
export const businessCurrency = currency;
/** The name on every screen. */
export const brandName = brand;
/** What customers call, as it is dialled; undefined: they know it from elsewhere. */
export const businessPhone = phone;
/** "call us on +91 22 5550 0100". */
export const callUs = phone === undefined ? 'call us' : `call us on ${phone}`;
/** The address of the installation's logo; undefined: it has none. */
export const brandLogo = logo;
