import css from './portrait.module.css'

interface PortraitProps {
  name: string
  /** A data or blob address; without one the first letters of the name stand in its place (SHELL-42). */
  photo: string | null | undefined
  size?: 'small' | 'large'
}

/** A person's photo in a circle, or the default picture. The name stands beside it, so it is no news to those who do not see it. */
export function Portrait({ name, photo, size = 'small' }: PortraitProps) {
  return photo ? (
    <img className={css.portrait} data-size={size} src={photo} alt="" />
  ) : (
    <span className={css.portrait} data-size={size} data-initials={initialsOf(name)} aria-hidden />
  )
}

/** The default picture of somebody without a photo: the first letters of the first and last name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const first = words[0]?.[0] ?? ''
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''
  return (first + last).toUpperCase()
}
