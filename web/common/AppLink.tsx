import { useHref, useLocation } from 'react-router'
import { prefetch } from '../loading/prefetch.ts'
import { Link, type LinkProps } from '../ui/Link.tsx'

/**
 * A link inside the product. It prefetches code and data when the person is about to follow it, and records the current
 * page for the way back (useLeave.ts).
 */
export function AppLink(props: Omit<LinkProps, 'onIntent' | 'state'>) {
  const path = useHref(props.to)
  const { pathname, search } = useLocation()
  return <Link {...props} state={{ from: pathname + search }} onIntent={() => void prefetch(path)} />
}
