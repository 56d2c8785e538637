/** Draws the rows in AG Grid as its documentation advises for many rows: fixed heights, a cached quick filter, a cell renderer for the picture. */
const { createGrid, ModuleRegistry, AllCommunityModule } = window.agGrid;
ModuleRegistry.registerModules([AllCommunityModule]);

class TitleCell {
  init({ value, data }) {
    this.element = document.createElement('div');
    this.element.className = 'title';
    const picture = new Image();
    picture.loading = 'lazy';
    picture.decoding = 'async';
    picture.src = data.picture;
    const title = document.createElement('button');
    title.type = 'button';
    title.textContent = value;
    this.element.append(picture, title);
  }
  getGui() {
    return this.element;
  }
  refresh() {
    return false;
  }
}

const [{ columns, rows, width, height }] = await Promise.all([fetch('/rows.json').then((answer) => answer.json())]);
const element = document.getElementById('grid');
Object.assign(element.style, { width: `${width}px`, height: `${height}px` });
let grid = null;

function mount() {
  grid = createGrid(element, {
    rowData: rows,
    rowHeight: 46,
    headerHeight: 38,
    cacheQuickFilter: true,
    animateRows: false,
    onModelUpdated: ({ api }) => {
      document.getElementById('count').textContent = `${api.getDisplayedRowCount()} of ${rows.length}`;
    },
    columnDefs: [
      {
        field: 'title',
        headerName: 'Listing',
        minWidth: 320,
        flex: 3,
        cellRenderer: TitleCell,
        pinned: 'left',
        lockPinned: true,
      },
      ...columns.map(({ title, width: minWidth }, index) => ({
        colId: title,
        headerName: title,
        minWidth,
        flex: 1,
        cellDataType: false,
        valueGetter: ({ data }) => data.cells[index],
      })),
    ],
  });
}
const filter = document.querySelector('input');
filter.addEventListener('input', () => grid.setGridOption('quickFilterText', filter.value));
mount();

window.benchUnmount = () => grid.destroy();
window.benchMount = mount;
