import css from './skeleton.module.css'

/** A grey bar in the place and about the size of what comes. */
export function SkeletonBar({ width, height = 10 }: { width: number | string; height?: number }) {
  return <span className={css.bone} style={{ width, height }} aria-hidden />
}

const lengths = ['72%', '54%', '86%', '63%', '78%', '48%', '68%']

/** A width that looks like text, the same at every paint. */
export function skeletonBarLength(row: number, column: number): string {
  return lengths[(row * 3 + column * 5) % lengths.length] ?? '60%'
}
