import { registration } from '@desk/contract/registration';
import { expect, test } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { fill, open, otpSent, TYPED, valueOf, verified, verify } from './testing/register.tsx';

test.each([
  [429, 'Something went Wrong..!!'],
  [500, 'Something went Wrong..!!'],
  [0, 'Something went wrong. Please try again after some time..!'],
])('a registration that is answered with %i says "%s", and what was typed stays', async (status, text) => {
  const page = open(
    otpSent,
    verified,
    answering(registration.signup, () => refusing(status)),
  );
  await verify(page);
  await fill(page);
  await page.user.click(page.screen.getByRole('button', { name: 'Register' }));
  expect((await page.screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
  for (const [label, typed] of TYPED) expect(valueOf(page, label)).toBe(typed);
  expect(page.screen.getByRole('button', { name: 'Register' })).toBeTruthy();
});

test.each([
  [403, 'Email Already Exists', /^Email/],
  [422, 'Choose a password of 8 to 128 characters that others cannot guess.', /^Password/],
])(
  'a registration that is answered with %i says "%s" at the field, which has the focus',
  async (status, text, label) => {
    const page = open(
      otpSent,
      verified,
      answering(registration.signup, () => refusing(status)),
    );
    await verify(page);
    await fill(page);
    await page.user.click(page.screen.getByRole('button', { name: 'Register' }));

    const field = page.screen.getByLabelText(label);
    expect(field.getAttribute('aria-describedby')).toContain((await page.screen.findByText(text)).id);
    expect(document.activeElement).toBe(field);
    for (const [typedAt, typed] of TYPED) expect(valueOf(page, typedAt)).toBe(typed);
  },
);
