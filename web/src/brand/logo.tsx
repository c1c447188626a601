import { useBrand } from '../platform/page/brand.ts'
import classes from './logo.module.css'

/** The brand's sign, with its name unless only the sign is asked for. */
export function Logo({ signOnly = false, size = 22 }: { signOnly?: boolean; size?: 22 | 26 }) {
  const { name } = useBrand()
  return (
    <span className={classes.logo} data-size={size}>
      <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true">
        <rect width="22" height="22" rx="5" className={classes.ground} />
        <path d="M6 11.6a5 5 0 0 1 10 0M5 15.6h12" className={classes.sign} />
      </svg>
      {!signOnly && <span className={classes.name}>{name}</span>}
    </span>
  )
}
