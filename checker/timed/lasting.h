// Semaphores that never fall while a stream waits for them: a wait that holds on one holds for
// as long as its stream stands there, so it need not be looked at again at a later time.
#pragma once

#include <vector>

#include "core/ir/streams.h"

namespace tidemark {

// By declared semaphore. Lasting: nothing takes from it, and what resets it are barriers in
// which every stream that waits for it stands. (One with a width is taken not to wrap while
// somebody waits for it.) Linear in the text.
Table<SemaphoreId, bool> lasting_semaphores(const Streams& streams);

}  // namespace tidemark
