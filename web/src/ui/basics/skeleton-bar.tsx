import css from './skeleton.module.css'

/** Gray placeholder bar of about the size of the content being loaded. */
export function SkeletonBar({ width, height = 10 }: { width: number | string; height?: number }) {
  return <span className={css.bone} style={{ width, height }} aria-hidden />
}

const lengths = ['72%', '54%', '86%', '63%', '78%', '48%', '68%']

/** Text-like width that is the same on every render. */
export function skeletonBarLength(row: number, column: number): string {
  return lengths[(row * 3 + column * 5) % lengths.length] ?? '60%'
}
