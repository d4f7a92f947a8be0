/** Content of a page that does not exist. */
export function NotFound() {
  return (
    <>
      <h1>Page not found</h1>
      <p>
        This URL does not exist. <a href="/">Go to the overview</a>, or press <kbd>/</kbd> to search.
      </p>
    </>
  );
}
