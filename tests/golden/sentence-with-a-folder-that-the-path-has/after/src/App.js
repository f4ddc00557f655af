export default () => undefined;

// drawn later
export default () => null;
