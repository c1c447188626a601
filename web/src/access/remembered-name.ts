const key = 'username'

/** The user name that 'Remember my user name' kept in this browser, or '' (AUTH-07); a logout leaves it. */
export function rememberedName(): string {
  return localStorage.getItem(key) ?? ''
}

/** Keeps a user name for the next login; '' forgets it. */
export function rememberName(name: string): void {
  if (name) localStorage.setItem(key, name)
  else localStorage.removeItem(key)
}
