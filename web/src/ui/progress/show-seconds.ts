/** '< 0.1 s', '0.9 s', '41 s', '2 min 5 s'. */
export function showSeconds(seconds: number): string {
  if (seconds < 0.05) return '< 0.1 s'
  if (seconds < 20) return `${seconds.toFixed(1)} s`
  const total = Math.round(seconds)
  if (total < 60) return `${total} s`
  return total % 60 === 0 ? `${total / 60} min` : `${Math.floor(total / 60)} min ${total % 60} s`
}
