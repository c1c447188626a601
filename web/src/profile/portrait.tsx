import css from './portrait.module.css'

interface PortraitProps {
  name: string
  /** Data or blob URL; without one the initials are shown (SHELL-42). */
  photo: string | null | undefined
  size?: 'small' | 'large'
}

/** Round photo or initials. Decorative, since the name is always next to it. */
export function Portrait({ name, photo, size = 'small' }: PortraitProps) {
  return photo ? (
    <img className={css.portrait} data-size={size} src={photo} alt="" />
  ) : (
    <span className={css.portrait} data-size={size} data-initials={initialsOf(name)} aria-hidden />
  )
}

/** Initials of the first and last name, for users without a photo. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const first = words[0]?.[0] ?? ''
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''
  return (first + last).toUpperCase()
}
