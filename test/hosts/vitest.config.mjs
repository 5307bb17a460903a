// In a folder of its own: these tests need packages that the project does not install.
export default {
  root: import.meta.dirname,
  test: { include: ['hosts.test.mjs'], testTimeout: 20_000 },
};
