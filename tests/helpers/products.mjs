// Products of matrices that are given as lists; with `isPlain` those of a browser that has no WebAssembly.
export const products = async (isPlain, jobs) => {
  if (isPlain) delete globalThis.WebAssembly;
  const { timesTransposed } = await import(`../../web/model/product.js?${isPlain}`);
  return jobs.map(([A, B, ...sizes]) => timesTransposed(Float64Array.from(A), Float64Array.from(B), ...sizes));
};
