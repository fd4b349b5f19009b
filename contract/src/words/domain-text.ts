const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?\/\/|^mailto:/i;
const PORT = /:\d{1,5}$/;

/** A name below `www.` has a dot of its own: `www.example` is a domain like others. */
const withoutWww = (name: string): string => {
  const rest = name.startsWith('www.') ? name.slice('www.'.length) : '';
  return rest.includes('.') ? rest : name;
};

/**
 * The domain in what people type or paste, in lower case: of `https://www.Acme.example/contact`, `asha@acme.example` and
 * `acme.example.` it is `acme.example`. Whether it is one is not asked: a part of a name stays that part.
 */
export function bareDomain(text: string): string {
  const [authority = ''] = text.trim().replace(SCHEME, '').split(/[/?#]/, 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(PORT, '');
  return withoutWww(host.toLowerCase().replace(/\.$/, ''));
}

/** In a search also the part of a name below `www.` is looked for: `www.acme` is on its way to `www.acme.example`. */
export const soughtPart = (text: string): string => {
  const bare = bareDomain(text);
  return bare.startsWith('www.') && bare !== 'www.' ? bare.slice('www.'.length) : bare;
};
