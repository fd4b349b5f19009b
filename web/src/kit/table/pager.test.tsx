import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { pageNumbers, Pager } from './pager.tsx';

test('the pager names the ends and the neighbours, and never hides a single page behind a gap', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(1, 5)).toEqual([1, 2, 0, 5]);
  expect(pageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageNumbers(16, 32)).toEqual([1, 0, 15, 16, 17, 0, 32]);
});

test('the pager says which rows are shown and does not go beyond the ends', async () => {
  const onPage = vi.fn();
  const { screen, user } = show(<Pager label="Renewals" total={5000} page={500} size={10} onPage={onPage} />);

  expect(await screen.findByText('4,991–5,000 of 5,000')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(onPage).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(onPage).toHaveBeenCalledWith(499);
});

test('what stands on one page has its count and no way to other pages', async () => {
  const { screen } = show(<Pager label="Renewals" total={3} page={1} size={10} onPage={vi.fn()} />);

  await screen.findByText('1–3 of 3');

  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
