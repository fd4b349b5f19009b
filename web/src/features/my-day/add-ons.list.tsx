import type { AddOn } from '@desk/contract/renewal-work/my-day';
import { ADD_ON_SCREEN, STAFF_MENU } from '@desk/contract/rules/pages';
import { Link } from '@tanstack/react-router';
import { TextButton } from '../../kit/button/text-button.tsx';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { number } from '../../kit/text/format.ts';
import { Outline } from './day.list.tsx';
import type { useAddOns } from './hooks.ts';
import { addOnWhenWords } from './model.ts';
import classes from './my-day.module.css';

/** The add-ons to renew by hand, the first to renew first: one list for all who have their screen, to which each row leads. */
export function AddOnsList({ query, showMore }: Pick<ReturnType<typeof useAddOns>, 'query' | 'showMore'>) {
  const { data, error, refetch, isFetching } = query;
  if (error && !data)
    return <ErrorPanel text="Could not fetch the add-ons." what={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton blocks={6} height={52} />;
  const { count, items } = data;
  if (count === 0) return <EmptyState text="Nothing to do" hint="Add-ons come as their renewals near." />;
  const rest = count - items.length;
  return (
    <section aria-label="Add-ons" className={classes.list}>
      <h2 className={classes.group}>
        <span>Add-ons</span>
        <span className={classes.count}>{number(count)}</span>
        <span className={classes.stake}>Shared by all who have {STAFF_MENU[ADD_ON_SCREEN]}</span>
      </h2>
      <ul className={classes.items}>
        {items.map((item) => (
          <Row key={item.axima_subscription_id} item={item} />
        ))}
      </ul>
      {rest > 0 && (
        <div className={classes.more} aria-busy={isFetching}>
          <TextButton onPress={showMore}>Show more of {number(rest)}</TextButton>
        </div>
      )}
    </section>
  );
}

const Row = ({ item }: { item: AddOn }) => (
  <li className={classes.item}>
    <Link to="/home/$screen" params={{ screen: ADD_ON_SCREEN }} search={{ q: item.domain_name }}>
      <Outline kind="other" />
      <span className={classes.what}>
        <span>
          <b>{item.domain_name}</b> <i className={classes.sku}>{item.product_name}</i>
        </span>
        <small>{item.sentence}</small>
      </span>
      <span className={classes.when} data-late={item.days_late !== null || undefined}>
        {addOnWhenWords(item)}
      </span>
    </Link>
  </li>
);
