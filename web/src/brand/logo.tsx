import { useBrand } from '../platform/page/brand.ts'
import css from './logo.module.css'

/** Logo of the brand, with its name unless `alone` is set. */
export function Logo({ signOnly = false, size = 22 }: { signOnly?: boolean; size?: 22 | 26 }) {
  const { name } = useBrand()
  return (
    <span className={css.logo} data-size={size}>
      <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true">
        <rect width="22" height="22" rx="5" className={css.ground} />
        <path d="M6 11.6a5 5 0 0 1 10 0M5 15.6h12" className={css.sign} />
      </svg>
      {!signOnly && <span className={css.name}>{name}</span>}
    </span>
  )
}
