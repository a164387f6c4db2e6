import type { Catalogue } from '../index.ts'

export const about: Catalogue['about'] = {}
