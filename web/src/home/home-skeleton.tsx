import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import css from './home.module.css'

const rows = [72, 58, 80, 64, 70]

/** Placeholder in the shape of the day. */
export function HomeSkeleton() {
  return (
    <div className={css.day} role="status" aria-label="Loading your day">
      {['main', 'side'].map((column) => (
        <div key={column} className={column === 'main' ? css.main : css.side}>
          {['first', 'second'].map((section) => (
            <div key={section} className={css.section}>
              <div className={css.head}>
                <SkeletonBar width="30%" />
              </div>
              {rows.map((width) => (
                <div key={width} className={css.bone}>
                  <SkeletonBar width={`${width}%`} />
                </div>
              ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
