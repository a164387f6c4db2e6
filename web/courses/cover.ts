/** What the drawing of a course is made of: of its own id, unless its staff chose one of the product's. */
export const coverSeed = (courseId: string, cover: string | null | undefined): string =>
  cover ? `cover ${cover}` : courseId
