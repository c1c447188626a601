const key = 'username'
let typedName = ''

/** User name stored by 'Remember my user name', or '' (AUTH-07); survives logout. */
export function rememberedName(): string {
  return localStorage.getItem(key) ?? ''
}

/** Stores a user name for the next login; '' deletes it. */
export function rememberName(name: string): void {
  if (name) localStorage.setItem(key, name)
  else localStorage.removeItem(key)
}

/** User name typed last on another page of the login area, or ''. */
export function lastTypedName(): string {
  return typedName
}

/** Passes a user name to the next page of the login area, in memory only. */
export function setLastTypedName(name: string): void {
  typedName = name
}
