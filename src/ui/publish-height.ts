/**
 * The `ref` of an element over the page's content: while it is sticky, the root has its height in
 * this property, in pixels. It may wrap, so no style can know its height.
 */
export const publishHeight = (property: `--${string}`) => (element: HTMLElement | null) => {
  if (!element) return;
  const { style } = document.documentElement;
  const publish = () => {
    const isSticky = getComputedStyle(element).position === 'sticky';
    style.setProperty(property, `${isSticky ? element.offsetHeight : 0}px`);
  };
  publish();
  const observer = new ResizeObserver(publish);
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
};
